const FAULTS = {
  rate_limited: [{ fault: 'rate_limited', retry_after_seconds: 0 }],
  failing: [{ fault: 'failing', status: 500 }],
};

/** A span processor that states attributes on every span. */
export function stating(attributes) {
  const nothing = async () => undefined;
  return { onStart: (span) => span.setAttributes(attributes), onEnd() {}, forceFlush: nothing, shutdown: nothing };
}

/** Makes each requested call; throws unless exactly the calls with a fault fail. */
export async function makeCalls(asked, make) {
  for (const call of asked.calls) {
    await planFault(asked, call.fault);
    const failure = await make(call).then(
      () => undefined,
      (error) => error,
    );
    if ((failure === undefined) !== (call.fault === undefined))
      throw new Error(`${JSON.stringify(call)} ended with ${failure}`);
  }
  await planFault(asked, undefined);
}

/** Plans a fault for the provider's next answer, or removes the plan. */
async function planFault({ provider }, fault) {
  const body = JSON.stringify({ latency_ms: 0, faults: FAULTS[fault] ?? [] });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${provider}/playback/plan`, { method: 'PUT', headers, body });
}
