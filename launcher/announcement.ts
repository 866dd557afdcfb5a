import type { Connection } from '../runtime/addresses/connection.ts';
import { FIRST_QUERY } from './engines/first-visit.ts';
import type { FirstUser } from './management/ensure-first-user.ts';
import { shellQuoted } from './shell-variables.ts';

/** The content of the last output of `npm start`. */
export interface AnnouncementContent {
  readonly connection: Connection;
  /** The absolute path of the connection file. */
  readonly connectionFile: string;
  /** The absolute path of the file that has the connection as shell variables. */
  readonly variablesFile: string;
  /** True to print the credential itself; false to print only the file that has it. */
  readonly showsCredentials: boolean;
  /** The first user of the management plane; undefined if this start did not create one. */
  readonly firstUser: FirstUser | undefined;
}

/** The text of the announcement: all addresses, and a first call to paste. */
export function announcement({
  connection,
  connectionFile,
  variablesFile,
  showsCredentials,
  firstUser,
}: AnnouncementContent): string {
  return `
Truetally is running. Stop it with Ctrl-C; all data stays.

  open           ${new URL('/', connection.base_url).href}
  API            ${connection.base_url}
  gateway        ${connection.gateway_url}
  documentation  ${connection.docs_url}${managementLine(connection)}${firstUserLines(firstUser)}
${temporalLines(connection)}
  credential     ${showsCredentials ? connection.credentials.owner : 'credentials.owner in that file'}
  all of this    ${connectionFile}${metricsLine(connection)}

A call to a model through the gateway, and its record. Paste it into another terminal, in any shell:

${firstCall(variablesFile)}

More to paste: docs/how-to/
In the same terminal: tt cloud me (your rights), tt top (what calls cost), tt doctor (what is wrong)
`;
}

function temporalLines({ temporal_ui_url: ui, temporal_address: address, temporal_namespace: namespace }: Connection) {
  if (ui === undefined) return `  Temporal       ${address}, namespace ${namespace}`;
  return `  Temporal UI    ${ui}?query=${encodeURIComponent(FIRST_QUERY)}
    what failed  ${ui}?query=${encodeURIComponent('ExecutionStatus="Failed"')}`;
}

function managementLine({ management_url: url }: Connection): string {
  return url === undefined ? '' : `\n  management     ${url}/docs`;
}

/** The only place that shows the one-time password. It is also shown without a request for credentials. */
function firstUserLines(user: FirstUser | undefined): string {
  if (user === undefined) return '';
  return `
  first user     ${user.name}, one-time password ${user.oneTimePassword}
                 shown once, valid until ${user.validUntil.toISOString()}: docs/administer-access.md`;
}

function metricsLine({ metrics_urls: urls }: Connection): string {
  return urls.length === 0 ? '' : `\n  metrics        ${urls.join(' ')}`;
}

const FIRST_ATTEMPT_SCRIPT = 'const [a] = JSON.parse(require("fs").readFileSync(0)).data.attempts; a ? a : ""';

/**
 * Lines that an interactive shell reads like a script. They have no comments, and outside single quotes no character
 * that zsh expands as a pattern or bash as history. They always terminate: they query the call at most ten times, a
 * second apart.
 */
function firstCall(variablesFile: string): string {
  const body = '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}';
  const day = (time: string): string => `'$(date -u +%Y-%m-%dT${time}Z)'`;
  const question = `{"schema":1,"shape":"drilldown","drilldown":"attempt","scope":{},"from":"${day('00:00:00')}","to":"${day('23:59:59')}","display_tz":"UTC","attempt_filter":{"logical_request_id":"'$ID'"}}`;
  return `. ${shellQuoted(variablesFile)}
ANSWER=$(curl -sSi "$TT_GATEWAY/v1/messages" -H "x-api-key: $TT_GATEWAY_KEY" -H 'Content-Type: application/json' -H 'x-tt-cache: off' -d '${body}')
printf '%s\\n' "$ANSWER" | grep -E '^(x-tt-|\\{)'; ID=$(printf '%s\\n' "$ANSWER" | sed -n 's/^x-tt-request-id: *\\([A-Za-z0-9_]*\\).*/\\1/p')
for TRY in 1 2 3 4 5 6 7 8 9 10; do sleep 1; CALL=$(curl -K "$TT_DATA/curl.conf" "$TT_WORKSPACE/insights/query" -d '${question}' | node -pe '${FIRST_ATTEMPT_SCRIPT}'); test -z "$CALL" || break; done; printf '%s\\n' "$CALL"`;
}
