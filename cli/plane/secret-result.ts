import { paint } from '../output/paint.ts';
import type { DocumentResult } from '../output/result.ts';
import { textWidth } from '../output/text-width.ts';

interface ShownSecret {
  readonly bytes: Uint8Array;
  /** The secret, which the service shows only in this answer. */
  readonly secret: string;
  /** The kind of the secret, such as `The key of the gateway`. */
  readonly title: string;
  readonly notes: readonly string[];
}

/**
 * The result of a command that made a secret. A pipe and a file get the secret alone on a line. A terminal shows it
 * between two rules, because a frame at its sides would be copied with a long secret.
 */
export function secretResult({ bytes, secret, title, notes }: ShownSecret): DocumentResult {
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => {
      if (screen.width === undefined) return secret;
      const rule = (screen.hasUnicode ? '─' : '-').repeat(Math.min(screen.width, textWidth(secret)));
      return [paint(screen, 'bold', `${title}, shown only now:`), rule, secret, rule].join('\n');
    },
    notes,
  };
}
