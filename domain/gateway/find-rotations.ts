/** A key and its successor; the successor is undefined if the key was not replaced. */
export interface RotatedKey {
  readonly keyId: string;
  readonly successorId: string | undefined;
}

/**
 * The rotation chains of keys: for each key, the ids of its chain, oldest first. Keys that were never rotated are
 * omitted.
 */
export function findRotations(keys: readonly RotatedKey[]): ReadonlyMap<string, readonly string[]> {
  const successors = new Map<string, string>();
  for (const { keyId, successorId } of keys) if (successorId !== undefined) successors.set(keyId, successorId);
  const succeeding = new Set(successors.values());
  const rotations = new Map<string, readonly string[]>();
  for (const first of successors.keys()) {
    if (succeeding.has(first)) continue;
    const line: string[] = [];
    for (let id: string | undefined = first; id !== undefined; id = successors.get(id)) line.push(id);
    for (const id of line) rotations.set(id, line);
  }
  return rotations;
}
