import { COMPARISON_OPERATIONS } from '../comparisons/operations.ts';
import { GATEWAY_OPERATIONS } from '../gateway/operations.ts';
import { INGEST_OPERATIONS } from '../ingest/operations.ts';
import { INSIGHT_OPERATIONS } from '../insight/operations.ts';
import { REPORT_OPERATIONS } from '../reports/operations.ts';
import { SCHEDULE_OPERATIONS } from '../schedules/operations.ts';
import { IDENTITY_OPERATIONS } from '../tenancy/identity-operations.ts';
import { TENANCY_OPERATIONS } from '../tenancy/operations.ts';
import { TRACE_OPERATIONS } from '../traces/operations.ts';
import { VIEW_OPERATIONS } from '../views/operations.ts';

/** The root path of the customer lane. */
export const CUSTOMER_PATH = '/portal/api/v1/customer/v1';

/** The operations of the customer lane, in the order in which they are described. */
export const CUSTOMER_OPERATIONS = {
  ...TENANCY_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...INGEST_OPERATIONS,
  ...INSIGHT_OPERATIONS,
  ...TRACE_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...GATEWAY_OPERATIONS,
  ...COMPARISON_OPERATIONS,
} as const;

export type CustomerOperations = typeof CUSTOMER_OPERATIONS;
export type CustomerOperationName = keyof CustomerOperations;
