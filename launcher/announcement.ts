import type { Connection } from '../runtime/connection.ts';

/** What `npm start` ends with. */
export interface Announced {
  readonly connection: Connection;
  /** Absolute. */
  readonly connectionFile: string;
  /** Whether the credential is printed, and not only where it stands. */
  readonly showsCredentials: boolean;
}

/** Where everything is, and a sequence of `curl` that works at once in any POSIX shell. */
export function announcement({ connection, connectionFile, showsCredentials }: Announced): string {
  return `
Truetally is running. Stop it with Ctrl-C; all data is kept.

  API            ${connection.base_url}
  gateway        ${connection.gateway_url}
  documentation  ${connection.docs_url}${managementLine(connection)}
${temporalLines(connection)}
  credential     ${showsCredentials ? connection.credentials.owner : 'credentials.owner in that file'}
  all of this    ${connectionFile}${metricsLine(connection)}

A first report on the demo's synthetic traffic, for another terminal:

${firstReport(connection, connectionFile)}

A call of your own, and what is known of it once it has ended, in the same terminal:

${firstCall(connection)}

A call of a model through the gateway, and what it came to, in the same terminal:

${throughGateway()}
`;
}

function temporalLines({ temporal_ui_url: ui, temporal_address: address, temporal_namespace: namespace }: Connection) {
  if (ui === undefined) return `  Temporal       ${address}, namespace ${namespace}`;
  return `  Temporal UI    ${ui}
    what failed  ${ui}?query=${encodeURIComponent('ExecutionStatus="Failed"')}`;
}

function managementLine({ management_url: url }: Connection): string {
  return url === undefined ? '' : `\n  management     ${url}/docs`;
}

function metricsLine({ metrics_urls: urls }: Connection): string {
  return urls.length === 0 ? '' : `\n  metrics        ${urls.join(' ')}`;
}

function firstReport({ organization_id, workspace_id }: Connection, connectionFile: string): string {
  const metrics = '"metrics":["requests.v1","outcomes.v1","completion_rate.v1"]';
  const question = `{"schema":1,"shape":"overview","scope":{},"display_tz":"UTC",${metrics}}`;
  const view = `"audience":"team","time_intent":"relative","relative_window_seconds":1209600,"display_tz":"UTC","query":${question}`;
  return `of() { node -p "JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')).$1" ${quoted(connectionFile)}; }
B="$(of base_url)/organizations/${organization_id}"
call() { curl -sS -H "Authorization: Bearer $(of credentials.owner)" -H 'Content-Type: application/json' "$@"; }
pick() { node -pe "const { data } = JSON.parse(require('fs').readFileSync(0, 'utf8')); $1"; }
NAME="Two weeks, $(date '+%F %T')"
VIEW=$(call $B/workspaces/${workspace_id}/saved-views -d '{"name":"'"$NAME"'",${view}}' | pick data.id)
RUN=$(call $B/workspaces/${workspace_id}/reports -d '{"name":"'"$NAME"'","saved_view_id":"'$VIEW'","expected_view_revision":"1","recipient_subject_ids":[]}' | pick "data.run.report_id + '/runs/' + data.run.run_id")
while ANSWER=$(call $B/reports/$RUN); printf %s "$ANSWER" | grep -Eq '"state":"(queued|running)"'; do sleep 1; done
printf %s "$ANSWER" | pick 'JSON.stringify(data, null, 2)'`;
}

/**
 * Goes on where `firstReport` has said what `of`, `B`, `call` and `pick` are. What it prints of a request is what is
 * known once the request has ended, however late a busy machine comes to load it.
 */
function firstCall({ workspace_id }: Connection): string {
  const about =
    '"schema":1,"purpose":"application","logical_request_id":"\'$ID\'","admitted_at":"\'$NOW\'","streaming":false';
  const ended = '"terminal_at":"\'$NOW\'","status":"succeeded","attempt_count":0';
  const events = `[{"event":"request_admitted",${about}},{"event":"request_terminal",${about},${ended}}]`;
  const window = '"from":"\'$NOW\'","to":"\'$(at 0)\'","display_tz":"UTC"';
  const question = `{"schema":1,"shape":"drilldown","drilldown":"request","scope":{},${window}}`;
  return `at() { node -p "new Date(Date.now() + $1).toISOString()"; }
ended() { while ANSWER=$(call $B/workspaces/${workspace_id}/insights/query -d '${question}' | pick 'JSON.stringify(data.requests.find(({ status }) => status !== "pending"), null, 2)'); [ "$ANSWER" = undefined ]; do sleep 1; done; printf '%s\\n' "$ANSWER"; }
ID="curl-$(date +%s)" NOW=$(at 0) E="$B/workspaces/${workspace_id}/applications/$(of environments[0].application_id)/gateways/$(of environments[0].gateway_id)/environments/$(of environments[0].environment_id)"
curl -sS -H "Authorization: Bearer $(of credentials.runtime)" -H 'Content-Type: application/json' $E/traffic -d '${events}'; echo
ended`;
}

/** Goes on where `firstCall` has said what `at` and `ended` are. */
function throughGateway(): string {
  const body = '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}';
  return `NOW=$(at 0)
curl -sS -H "x-api-key: $(of gateway_key)" -H 'Content-Type: application/json' $(of gateway_url)/v1/messages -d '${body}'; echo
ended`;
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
