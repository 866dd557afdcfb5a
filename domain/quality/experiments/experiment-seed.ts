import type { ExperimentDeclaration } from './declaration.ts';

/**
 * The seed of the bootstraps of an experiment, from its arms and the digest of its items. Each run of the experiment
 * has the same seed, so a repeated run over equal cells gives equal bytes.
 */
export function experimentSeed({ arms, instrument }: ExperimentDeclaration, pinnedDigest: string): number {
  return fnv1a(`${pinnedDigest} ${instrument} ${arms.map(({ name }) => name).join(' ')}`);
}

/** The 32-bit FNV-1a hash of the UTF-16 units of a text (Fowler, Noll and Vo). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
