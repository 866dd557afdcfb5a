import { open } from 'node:fs/promises';
import { isProviderKey, type KeySource } from '../../domain/models/key-source.ts';

/** Keys are some hundred characters; a file that is longer is none. */
const MAX_BYTES = 4_096;

/** The key at the moment of a call, so that a new one is in force at once; undefined where there is none. */
export async function readKey(source: KeySource): Promise<string | undefined> {
  const text = source.kind === 'variable' ? process.env[source.name] : await textOf(source.path);
  const key = text?.trim() ?? '';
  return isProviderKey(key) ? key : undefined;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_BYTES + 1) });
      return bytesRead > MAX_BYTES ? undefined : buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // No file, or none that may be read: the outcome of the call says so, and names no path.
    return undefined;
  }
}
