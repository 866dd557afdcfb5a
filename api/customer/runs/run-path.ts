/** The path of a run, below the lane's root. */
export function runPath(run: {
  readonly organization_id: string;
  readonly report_id: string;
  readonly run_id: string;
}): string {
  return `organizations/${run.organization_id}/reports/${run.report_id}/runs/${run.run_id}`;
}
