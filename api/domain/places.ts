/** Counts each customer's concurrent operations in this process, because each takes memory and connections. */

/** Releases the place. Idempotent. */
export type Leave = () => void;

export type Places = {
  /** Returns null if the customer has reached the maximum. */
  take: (customerId: string) => Leave | null;
  /** Returns the total of all customers. */
  takenByAll: () => number;
};

/**
 * Creates the counter. `take` returns the function that releases the place, or null if the customer has none left.
 */
export function createPlaces({ perCustomerMax }: { perCustomerMax: number }): Places {
  const underWay = new Map<string, number>();
  let all = 0;
  const count = (customerId: string, change: 1 | -1): void => {
    const own = (underWay.get(customerId) ?? 0) + change;
    if (own === 0) underWay.delete(customerId);
    else underWay.set(customerId, own);
    all += change;
  };
  return {
    takenByAll: () => all,
    take: (customerId) => {
      if ((underWay.get(customerId) ?? 0) >= perCustomerMax) return null;
      count(customerId, 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        count(customerId, -1);
      };
    },
  };
}
