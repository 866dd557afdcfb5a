/** The detectors that examine a text here, without another program. */
export const EMBEDDED_DETECTORS = [
  'secrets',
  'card',
  'iban',
  'email',
  'jwt',
  'crypto_address',
  'ip',
  'entropy',
  'words',
] as const;
export type EmbeddedDetector = (typeof EMBEDDED_DETECTORS)[number];

/** The detectors that need a model or another program. They can be declared, and a simulation skips them. */
const EXTERNAL_DETECTORS = ['judge', 'sidecar'] as const;
export type ExternalDetector = (typeof EXTERNAL_DETECTORS)[number];

export const DETECTORS = [...EMBEDDED_DETECTORS, ...EXTERNAL_DETECTORS] as const;
export type Detector = (typeof DETECTORS)[number];

/** A sentence without a full stop about the findings of each detector, and the check that decides. */
export const DETECTOR_SUMMARIES: Readonly<Record<Detector, string>> = {
  secrets:
    'keys and tokens of services by their documented forms, private keys, and keys of Truetally by their checksum',
  card: 'card numbers by the range of an issuer, the length and the check digit',
  iban: 'bank account numbers by country, length and check digits',
  email: 'e-mail addresses, except those of domains for documents and tests',
  jwt: 'JSON Web Tokens by their structure',
  crypto_address: 'addresses of Bitcoin, Litecoin and Cardano with a Bech32 checksum',
  ip: 'addresses of IPv4 and IPv6, except those for one machine or for documents; version numbers look the same',
  entropy: 'words of 20 to 256 characters that look random; hashes look the same',
  words: 'words and phrases of the list `words`',
  judge: 'the verdict of a judge; needs a model, so a simulation skips it',
  sidecar: 'the verdict of other software; needs that software, so a simulation skips it',
};

export function isEmbedded(detector: Detector): detector is EmbeddedDetector {
  return EMBEDDED_DETECTORS.some((name) => name === detector);
}
