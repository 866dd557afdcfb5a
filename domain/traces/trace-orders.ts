/** The figures by which traces can be ordered, largest first. */
export const TRACE_ORDERS = ['spend', 'tokens', 'requests', 'duration'] as const;
export type TraceOrder = (typeof TRACE_ORDERS)[number];
