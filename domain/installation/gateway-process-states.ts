/**
 * The states of a process of the gateway: it sends heartbeats; it has sent none for a minute; it ended, or its calls
 * were ended for it; a person confirmed that it has ended.
 */
export const GATEWAY_PROCESS_STATES = ['live', 'silent', 'ended', 'decommissioned'] as const;
export type GatewayProcessState = (typeof GATEWAY_PROCESS_STATES)[number];
