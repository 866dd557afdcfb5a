/**
 * The answer if it arrives within a number of milliseconds; otherwise `unavailable`, and a later answer is dropped.
 * @throws the rejection of an answer in time
 */
export async function withTimeLimit<Value>(answer: Promise<Value>, ms: number): Promise<Value | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
