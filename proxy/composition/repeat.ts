/** Repeats a step every `everyMs` milliseconds until the signal aborts. Resolves then; never rejects. */
export type Repeat = (
  part: string,
  step: () => Promise<unknown>,
  often: { readonly everyMs: number; readonly signal: AbortSignal },
) => Promise<void>;
