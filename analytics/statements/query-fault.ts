import { ClickHouseError } from '@clickhouse/client';
import { DefectError, Refusal } from '../../domain/kernel/errors.ts';
import { budgetExceeded } from './budget-exceeded.ts';

/** The codes of exceeded budgets: time, rows, memory of the query, bytes, and rows or bytes of a result. */
const OVER_BUDGET = new Set(['159', '158', '241', '307', '396']);

/**
 * The codes of a server that is unavailable. They mean too many queries (202), no memory or thread left (173, 439), a
 * query that an operator killed (394), or network trouble between its parts (209, 210). The others mean a schema that
 * does not exist yet (60, 81), or a refused credential (516).
 */
const UNAVAILABLE = new Set(['202', '173', '439', '394', '209', '210', '60', '81', '516']);

/** The message of a server without free memory. It also has code 241, but the question is not the cause. */
const SERVER_MEMORY = '(total) memory limit exceeded';

/** The error of a failed query for its caller. It contains no text of the server. */
export function queryFault(fault: unknown): Error {
  if (!(fault instanceof ClickHouseError)) return unreachable(fault);
  if (fault.message.includes(SERVER_MEMORY)) return unreachable(fault);
  if (OVER_BUDGET.has(fault.code)) return budgetExceeded(fault);
  if (UNAVAILABLE.has(fault.code)) return unreachable(fault);
  return new DefectError(`ClickHouse refused a query of the house with code ${fault.code}.`, { cause: fault });
}

function unreachable(cause: unknown): Refusal {
  return new Refusal('dependency_unavailable', 'The analytics store does not answer. Try again.', { cause });
}
