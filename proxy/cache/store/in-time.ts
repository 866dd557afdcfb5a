/** What is answered within so many milliseconds; the answer that comes later is dropped. @throws whatever the answer rejects with in time */
export async function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
