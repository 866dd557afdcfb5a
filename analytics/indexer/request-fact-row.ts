import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import { DIMENSION_COLUMNS } from './events/fact-rows.ts';

/** The columns of a request that its later events repeat, in the tables of requests. */
export const REQUEST_COLUMNS = [...DIMENSION_COLUMNS, 'admitted_at'].join(', ');

/** A row with these columns; instants have the ISO form. */
export type RequestFactRow = Readonly<
  Record<Exclude<keyof OutcomeRequest, 'scope'> | keyof OutcomeRequest['scope'], string>
>;

/** The request of a row. Empty columns become absent members. */
export function requestFromFactRow(row: RequestFactRow): OutcomeRequest {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id, admitted_at, ...of } = row;
  const { purpose, logical_request_id, ...others } = of;
  return {
    scope: { organization_id, workspace_id, application_id, gateway_id, environment_id },
    purpose: purpose as OutcomeRequest['purpose'],
    logical_request_id,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
    admitted_at,
  };
}
