/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted, or where it was. */
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
