const PROGRESS_INTERVAL_MS = 2_000;

/** Returns a function that prints the progress of a copy on standard error, at most every two seconds. */
export function reportProgress(verb: string): (files: number, bytes: number) => void {
  let saidAt = performance.now();
  return (files, bytes) => {
    if (performance.now() - saidAt < PROGRESS_INTERVAL_MS) return;
    saidAt = performance.now();
    process.stderr.write(`${verb} ${files} files, ${formatMebibytes(bytes)}\n`);
  };
}

export function formatMebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
