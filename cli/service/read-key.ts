import { usageFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import { KEYS, type KeyKind } from '../settings/setting-names.ts';
import { requireKeyForm } from './require-key-form.ts';
import { readSecretLines } from './read-secret-lines.ts';

/** The keys that commands have read. Standard input can be read only once, and a command may send many requests. */
const readKeys = new WeakMap<Context, Map<KeyKind, Promise<string>>>();

/**
 * The key of a command, from standard input or from the settings. It is read once.
 *
 * @throws CommandFault `usage` if there is none, or if it has another form
 */
export function readKey(context: Context, kind: KeyKind, isFromStdin: boolean): Promise<string> {
  const keys = readKeys.get(context) ?? new Map<KeyKind, Promise<string>>();
  readKeys.set(context, keys);
  const key = keys.get(kind) ?? readChecked(context, kind, isFromStdin);
  keys.set(kind, key);
  return key;
}

async function readChecked(context: Context, kind: KeyKind, isFromStdin: boolean): Promise<string> {
  const origin = isFromStdin ? 'standard input' : (context.settings.keyOrigin(kind) ?? '');
  const key = isFromStdin ? await readLine(context, kind) : context.settings.readKey(kind);
  requireKeyForm(kind, key, origin);
  return key;
}

async function readLine(context: Context, kind: KeyKind): Promise<string> {
  const next = `printf '%s' "$${KEYS[kind].variable}" | tt … --management-key-stdin`;
  const [line = ''] = await readSecretLines(context, 'key', next);
  if (line === '') throw usageFault('Standard input has no key.', next);
  return line;
}
