import { TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';

/** The states of calls in a log: their endings, and `pending` for calls without one. */
export const CALL_STATUSES = [...TERMINAL_STATUSES, 'pending'] as const;
