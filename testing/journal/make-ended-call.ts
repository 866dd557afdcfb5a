/** The line of an ended call with a number of attempts, and the lines of its events. */
export function makeEndedCall(
  attempts: number,
  requestId = 'greq_1',
): { readonly line: string; readonly events: string[] } {
  const shared = `"schema":1,"logical_request_id":"${requestId}"`;
  const numbers = Array.from({ length: attempts }, (_, index) => index + 1);
  const called = '"provider_id":"p","provider_model":"m"';
  const each = numbers.map(
    (number) =>
      `\t{"called":{${called}},"dispatched_ms":${number},"attempt":{"output_state":"complete"},"cost":{"nanos":"7"},"ended_ms":${number + 1}}`,
  );
  const line = `{"ended":{${shared}},"admitted_at":"2026-03-02T08:00:00.999Z","ended_ms":90,"attempts":[${each.join(',')}],"request":{"status":"succeeded"}}`;
  const at = (ms: number): string => new Date(Date.UTC(2026, 2, 2, 8, 0, 0, 999) + ms).toISOString();
  const events = numbers.flatMap((number) => {
    const id = `${requestId}.${number}`;
    return [
      `{"event":"attempt",${shared},"attempt_id":"${id}",${called},"ordinal":${number},"output_state":"complete","dispatched_at":"${at(number)}","terminal_at":"${at(number + 1)}"}`,
      `{"event":"cost_effect",${shared},"attempt_id":"${id}",${called},"effect_id":"${id}","effect_kind":"settlement","occurred_at":"${at(number + 1)}","nanos":"7"}`,
    ];
  });
  const final = attempts === 0 ? '' : '"final_model":"m","final_provider":"p",';
  events.push(
    `{"event":"request_terminal",${shared},"admitted_at":"2026-03-02T08:00:00.999Z","terminal_at":"${at(90)}","status":"succeeded",${final}"attempt_count":${attempts}}`,
  );
  return { line, events };
}
