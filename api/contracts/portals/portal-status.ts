/** The reasons why a portal cannot be used, or a service is not offered. */

/**
 * `degraded`: the portal responds, but a fault was seen recently. `closed`: outside its hours. `notConnected`: it has no
 * address.
 */
export const portalBoardStates = ['up', 'degraded', 'down', 'paused', 'closed', 'notConnected'] as const;
export type PortalBoardState = (typeof portalBoardStates)[number];

/** Why a portal cannot be used: it does not respond, its pages have changed, or administrators have paused it. */
export type OutageKind = 'down' | 'changed' | 'paused';

/**
 * Why an enabled service is not offered: its portal has no address, or the last probe found that it does not respond or
 * that its pages have changed.
 */
export const unavailableReasons = ['notConnected', 'down', 'changed'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];
