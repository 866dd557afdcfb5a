const PROGRESS_INTERVAL_MS = 2_000;

/** The function that prints the progress of a copy, every two seconds at most, on standard error. */
export function reportProgress(verb: string): (files: number, bytes: number) => void {
  let saidAt = performance.now();
  return (files, bytes) => {
    if (performance.now() - saidAt < PROGRESS_INTERVAL_MS) return;
    saidAt = performance.now();
    process.stderr.write(`${verb} ${files} files, ${mebibytes(bytes)}\n`);
  };
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
