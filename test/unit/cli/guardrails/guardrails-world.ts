import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A configuration with a binding for each side, and one whose detector does not run here. */
export const CONFIGURATION = `guardrails:
  bindings:
    - id: no-cards
      where: { side: request, models: [gpt-5-mini] }
      detectors: [card, iban]
      action: block
    - id: names
      where: { side: response }
      detectors: [words, sidecar]
      words: [Project Falcon]
      evaluator: check.safety
      action: flag
`;

/** A folder with files of a test. */
interface Folder {
  readonly path: string;
  write(name: string, text: string | Uint8Array): void;
  remove(): void;
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'guardrails-'));
  return {
    path,
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
