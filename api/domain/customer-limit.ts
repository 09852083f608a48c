/** Limits each customer's concurrent operations in this process, because each takes memory and connections. */

/** Ends one operation. Idempotent. */
export type Release = () => void;

export type CustomerLimit = {
  /** Begins an operation; returns null if the customer has reached the maximum. */
  take: (customerId: string) => Release | null;
  /** Returns the total of all customers. */
  takenByAll: () => number;
};

export function createCustomerLimit({ perCustomerMax }: { perCustomerMax: number }): CustomerLimit {
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
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        count(customerId, -1);
      };
    },
  };
}
