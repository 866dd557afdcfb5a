/** The node of the tree to which a limit belongs. A request is under every limit whose node it matches. */
export type LimitNode =
  | { readonly kind: 'organization' }
  | { readonly kind: 'team'; readonly owner: string }
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'tag'; readonly name: string; readonly value: string };

/** The caller, as far as limits depend on it. */
export interface LimitedCaller {
  /** The ids of the key and of all keys that are related to it by rotation. */
  readonly keyIds: readonly string[];
  readonly owner: string;
  readonly organizationId: string;
}

/** The form of a node as it is written. */
export const LIMIT_NODE_PATTERN =
  '^(organization|team:\\S.{0,127}|key:kid_[0-9a-z]{1,64}|tag:[a-z0-9._-]{1,32}=\\S.{0,127})$';

/** A node as it is written in the configuration file, whose form was checked. */
export function parseLimitNode(text: string): LimitNode {
  const at = text.indexOf(':');
  const rest = text.slice(at + 1);
  if (at === -1) return { kind: 'organization' };
  if (text.startsWith('team:')) return { kind: 'team', owner: rest };
  if (text.startsWith('key:')) return { kind: 'key', keyId: rest };
  const equals = rest.indexOf('=');
  return { kind: 'tag', name: rest.slice(0, equals), value: rest.slice(equals + 1) };
}

/**
 * True if requests of a caller are under a node, for all of their tags. The caller does not decide about nodes of a
 * tag.
 */
export function isOverCaller(node: LimitNode, { keyIds, owner }: LimitedCaller): boolean {
  switch (node.kind) {
    case 'organization':
      return true;
    case 'team':
      return node.owner === owner;
    case 'key':
      return keyIds.includes(node.keyId);
    case 'tag':
      return false;
  }
}

/** The name under which it is counted: each organization is one of its own, and so are its teams and tags. */
export function countedNode(node: LimitNode, { organizationId }: LimitedCaller): string {
  switch (node.kind) {
    case 'organization':
      return `organization:${organizationId}`;
    case 'team':
      return `team:${organizationId}:${node.owner}`;
    case 'key':
      return `key:${node.keyId}`;
    case 'tag':
      return `tag:${organizationId}:${node.name}=${node.value}`;
  }
}

/**
 * The name under which it was counted when teams and tags of all organizations were one; undefined where it has not
 * changed.
 */
export function formerNode(node: LimitNode): string | undefined {
  if (node.kind === 'team') return `team:${node.owner}`;
  return node.kind === 'tag' ? `tag:${node.name}=${node.value}` : undefined;
}
