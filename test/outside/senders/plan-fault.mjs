const FAULTS = {
  rate_limited: [{ fault: 'rate_limited', retry_after_seconds: 0 }],
  failing: [{ fault: 'failing', status: 500 }],
};

/** Has the provider go wrong at its next answer, or at none. */
export async function planFault({ provider }, fault) {
  const body = JSON.stringify({ latency_ms: 0, faults: FAULTS[fault] ?? [] });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${provider}/playback/plan`, { method: 'PUT', headers, body });
}
