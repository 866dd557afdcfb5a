import { open } from 'node:fs/promises';
import { isProviderKey, type KeySource } from '../../domain/models/key-source.ts';

/** The maximum size of a key file. Keys have a few hundred characters. */
const MAX_BYTES = 4_096;

/** Reads the key for each call, so that a new key applies immediately; undefined if there is no key. */
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
    // The file is missing or unreadable. The outcome of the call states this without the path.
    return undefined;
  }
}
