import { tagName } from './dimension-names.ts';

/** The tag for the session or conversation of a request. A conversation is not a trace: it has many. */
export const SESSION_TAG = 'tag.session';

/** Members of free metadata that state a dimension, by their names in lower case without separators. */
const KNOWN_MEMBERS: ReadonlyMap<string, string> = new Map([
  ...['user', 'userid', 'enduser', 'enduserid'].map((member) => [member, 'user'] as const),
  ...['tenant', 'tenantid'].map((member) => [member, 'tenant'] as const),
  ...['feature', 'featureid'].map((member) => [member, 'feature'] as const),
  ...['agent', 'agentname'].map((member) => [member, 'agent'] as const),
  ...['session', 'sessionid', 'threadid', 'conversationid', 'chatid'].map((member) => [member, SESSION_TAG] as const),
]);

/** Members that LangChain and LangGraph add themselves, such as the position in a graph. */
const OF_FRAMEWORK = /^(ls_|lc_|langgraph_|checkpoint_|__)/;

/** The dimensions that a source in another format states, not yet in the form of a line. The first value counts. */
export class StatedDimensions {
  readonly #values = new Map<string, string>();

  /** Adds a text, a number or a truth value under the name of a dimension; ignores any other value. */
  add(name: string, value: unknown): void {
    const isStated = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isStated && value !== '' && !this.#values.has(name)) this.#values.set(name, String(value));
  }

  /** Adds a tag by its key; ignores a key that no tag can have. */
  addTag(key: string, value: unknown): void {
    const name = tagName(key);
    if (name !== undefined) this.add(name, value);
  }

  /** Adds a member of free metadata: as the dimension that its name states, otherwise as a tag. */
  addMember(member: string, value: unknown): void {
    const name = KNOWN_MEMBERS.get(member.toLowerCase().replaceAll(/[_.-]/g, ''));
    if (name !== undefined) this.add(name, value);
    else if (!OF_FRAMEWORK.test(member)) this.addTag(member, value);
  }

  /** Adds all members of free metadata; ignores a value that is not an object. */
  addMembers(metadata: unknown): void {
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return;
    for (const [member, value] of Object.entries(metadata)) this.addMember(member, value);
  }

  /** Adds a label such as `env:prod` as a tag. A label without a colon is a tag with the value `true`. */
  addLabel(label: string): void {
    const colon = label.indexOf(':');
    if (colon === -1) this.addTag(label.trim(), 'true');
    else this.addTag(label.slice(0, colon).trim(), label.slice(colon + 1).trim());
  }

  /** The dimensions by name; undefined if there are none. */
  get stated(): Record<string, string> | undefined {
    return this.#values.size === 0 ? undefined : Object.fromEntries(this.#values);
  }
}
