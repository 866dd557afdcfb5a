import type { EmbeddedDetector } from './detectors.ts';
import { createWordDetector } from './identifiers/create-word-detector.ts';
import { findCards } from './identifiers/find-cards.ts';
import { findCryptoAddresses } from './identifiers/find-crypto-addresses.ts';
import { findEmails } from './identifiers/find-emails.ts';
import { findHighEntropy } from './identifiers/find-high-entropy.ts';
import { findIbans } from './identifiers/find-ibans.ts';
import { findIpAddresses } from './identifiers/find-ip-addresses.ts';
import { findWebTokens } from './identifiers/find-web-tokens.ts';
import { createSecretDetector, type SecretPorts } from './secrets/create-secret-detector.ts';
import { SECRET_RULES } from './secrets/secret-rules.ts';
import { createCharacterOffsets } from './text/character-offsets.ts';
import type { Findings } from './text/text-finding.ts';
import { maskText } from './text/mask-text.ts';

/** A finding without the text that was found. */
export interface Match {
  readonly detector: EmbeddedDetector;
  readonly kind: string;
  /** The number of characters of the text before the match. */
  readonly start: number;
  /** The number of characters of the text up to the end of the match. */
  readonly end: number;
  readonly masked: string;
}

/** The matches in a text, by their start, and the work for them. */
export interface Scan {
  readonly matches: readonly Match[];
  /** The characters that all detectors read, each as often as it was read. */
  readonly steps: number;
}

/** The detectors of a binding with their settings. */
interface ScannerSettings {
  readonly detectors: readonly EmbeddedDetector[];
  readonly words?: readonly string[];
}

/** A function that applies detectors to a text. Their tables are built once. */
export function createTextScanner(
  { detectors, words = [] }: ScannerSettings,
  ports: SecretPorts,
): (text: string) => Scan {
  const make: Readonly<Record<EmbeddedDetector, () => (text: string) => Findings>> = {
    secrets: () => createSecretDetector(SECRET_RULES, ports),
    card: () => findCards,
    iban: () => findIbans,
    email: () => findEmails,
    jwt: () => findWebTokens,
    crypto_address: () => findCryptoAddresses,
    ip: () => findIpAddresses,
    entropy: () => findHighEntropy,
    words: () => createWordDetector(words),
  };
  const ready = detectors.map((detector) => ({ detector, find: make[detector]() }));
  return (text) => {
    let steps = 0;
    const found = ready.flatMap(({ detector, find }) => {
      const findings = find(text);
      steps += findings.steps;
      return findings.found.map((finding) => ({ ...finding, detector }));
    });
    const starts = createCharacterOffsets(text);
    let ibanEnd = 0;
    const matches = found
      .toSorted((one, other) => one.start - other.start || one.end - other.end)
      .filter(({ detector, end }) => {
        if (detector === 'iban') ibanEnd = end;
        // A part of an account number can have the form of a card number, and is none.
        return detector !== 'card' || end > ibanEnd;
      })
      .map(({ detector, kind, start, end }): Match => {
        const inner = text.slice(start, end);
        const at = starts(start);
        return {
          detector,
          kind,
          start: at,
          end: at + createCharacterOffsets(inner)(inner.length),
          masked: maskText(inner),
        };
      });
    return { matches, steps };
  };
}
