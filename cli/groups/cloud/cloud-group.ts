import type { Group } from '../../tree/command.ts';
import { caseCommands } from './cases/case-commands.ts';
import { comparisonCommands } from './comparisons/comparison-commands.ts';
import { evidenceCommands } from './comparisons/evidence-commands.ts';
import { credentialCommands } from './credentials/credential-commands.ts';
import { identityCommands } from './credentials/identity-commands.ts';
import { inboxCommands } from './inbox/inbox-commands.ts';
import { insightCommands } from './insights/insight-commands.ts';
import { reportCommands } from './reports/report-commands.ts';
import { routeCommands } from './routes/route-commands.ts';
import { scheduleCommands } from './schedules/schedule-commands.ts';
import { tenancyCommands } from './tenancy/tenancy-commands.ts';
import { traceCommands } from './traces/trace-commands.ts';
import { viewCommands } from './views/view-commands.ts';

/** Commands of the customer lane. Each calls one operation of `api/openapi.json`. */
export const cloudGroup: Group = {
  name: 'cloud',
  summary: 'insights, views, reports, schedules, comparisons and credentials',
  commands: [
    ...insightCommands,
    ...traceCommands,
    ...viewCommands,
    ...reportCommands,
    ...scheduleCommands,
    ...inboxCommands,
    ...comparisonCommands,
    ...evidenceCommands,
    ...caseCommands,
    ...routeCommands,
    ...identityCommands,
    ...credentialCommands,
    ...tenancyCommands,
  ],
};
