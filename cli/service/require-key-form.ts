import { otherTokenKindDetail, TOKEN_PREFIXES } from '../../domain/tenancy/token-kinds.ts';
import { parseTokenLocator } from '../../store/tenancy/credential-token.ts';
import { CommandFault } from '../output/command-fault.ts';
import { KEYS, type KeyKind } from '../settings/setting-names.ts';

/**
 * Refuses a mistyped key, or one of another class, before any request is sent.
 *
 * @throws CommandFault `usage`, without the key
 */
export function requireKeyForm(kind: KeyKind, key: string, origin: string): void {
  const { name } = KEYS[kind];
  const other = otherTokenKindDetail(key, kind);
  if (other !== undefined) throw wrong(origin, `it is not a ${name}. ${other}`);
  if (!key.startsWith(TOKEN_PREFIXES[kind])) throw wrong(origin, `it does not begin with ${TOKEN_PREFIXES[kind]}`);
  if (parseTokenLocator(key) === undefined)
    throw wrong(origin, 'its checksum is wrong, so it was not copied completely');
}

function wrong(origin: string, why: string): CommandFault {
  return new CommandFault('usage', `The key from ${origin} cannot be used.`, { why, next: 'copy the key again' });
}
