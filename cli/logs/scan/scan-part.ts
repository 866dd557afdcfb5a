import { openLogFile } from '../open-log-file.ts';
import { readLineBlocks } from '../read-line-blocks.ts';
import type { SkippedLines } from '../skipped-lines.ts';
import type { PartScanner } from './part-scanner.ts';
import type { LogPart } from './plan-parts.ts';

/** Reads a part of a log with a scanner. */
export async function scanPart(
  { file, from, to }: LogPart,
  scanner: PartScanner,
  skipped: SkippedLines,
  { stdin, onBlock }: { readonly stdin: AsyncIterable<Uint8Array>; readonly onBlock: (bytes: number) => void },
): Promise<void> {
  const source = await openLogFile(file, stdin, from);
  try {
    for await (const block of readLineBlocks(source, skipped, { from, to })) {
      await scanner.scan(block);
      onBlock(block.to - block.from);
      if (scanner.isOverfull) break;
    }
  } finally {
    await source.close();
  }
}
