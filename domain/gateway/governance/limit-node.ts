/** The node that a limit applies to. Every limit whose node matches a request applies to it. */
export type LimitNode =
  | { readonly kind: 'organization' }
  | { readonly kind: 'team'; readonly owner: string }
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'tag'; readonly name: string; readonly value: string };

/** The properties of a caller that limits depend on. */
export interface LimitedCaller {
  /** The ids of the key and of all keys of its rotation chain. */
  readonly keyIds: readonly string[];
  readonly owner: string;
  readonly organizationId: string;
}

/** The pattern of a node in the configuration file. */
export const LIMIT_NODE_PATTERN =
  '^(organization|team:\\S.{0,127}|key:kid_[0-9a-z]{1,64}|tag:[a-z0-9._-]{1,32}=\\S.{0,127})$';

/** The node of a text that matches `LIMIT_NODE_PATTERN`. */
export function parseLimitNode(text: string): LimitNode {
  const at = text.indexOf(':');
  const rest = text.slice(at + 1);
  if (at === -1) return { kind: 'organization' };
  if (text.startsWith('team:')) return { kind: 'team', owner: rest };
  if (text.startsWith('key:')) return { kind: 'key', keyId: rest };
  const equals = rest.indexOf('=');
  return { kind: 'tag', name: rest.slice(0, equals), value: rest.slice(equals + 1) };
}

/** The text of a node in the configuration file, without the organization. */
export function limitNodeText(node: LimitNode): string {
  switch (node.kind) {
    case 'organization':
      return 'organization';
    case 'team':
      return `team:${node.owner}`;
    case 'key':
      return `key:${node.keyId}`;
    case 'tag':
      return `tag:${node.name}=${node.value}`;
  }
}

/**
 * True if a node applies to all requests of a caller, regardless of tags. It is false for a tag, which depends on the
 * request.
 */
export function appliesToCaller(node: LimitNode, { keyIds, owner }: LimitedCaller): boolean {
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

/**
 * The name of a node's counter. It contains the organization, so that organizations, teams and tags are counted
 * separately.
 */
export function nodeCounterName(node: LimitNode, { organizationId }: LimitedCaller): string {
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
 * The name of a node's counter in earlier releases, which counted the teams and tags of all organizations together;
 * undefined if the name is unchanged.
 */
export function formerNodeCounterName(node: LimitNode): string | undefined {
  return node.kind === 'team' || node.kind === 'tag' ? limitNodeText(node) : undefined;
}
