/** Settles like the promise, or rejects with the reason of the signal when the signal is aborted, or already was. */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  const heard = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = (): void => reject(signal.reason as Error);
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { signal: heard.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    heard.abort();
  }
}
