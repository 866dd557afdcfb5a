/** One method of a client, as TypeScript. */
export interface ClientMethod {
  /** The name of its operation: `customer.reports.runs.list` becomes the member `list` of the group `reports.runs`. */
  readonly operation: string;
  readonly description: string;
  readonly parameters: string;
  readonly result: string;
  /** The method as a function expression with these parameters. */
  readonly expression: string;
  /** True if the expression names the client's place. */
  readonly namesPlace: boolean;
}

/** The style of the groups of a lane. */
export interface GroupStyle {
  /** The type of the transport that sends its operations. */
  readonly transport: string;
  /** The suffix of the groups' types, so that none collides with the name of a document. */
  readonly suffix: '' | 'Operations';
}

/** A group of methods. */
interface Resource {
  /** The words of its name; empty for the root. */
  readonly words: readonly string[];
  /** The method of the group itself, if its name is also an operation. */
  method?: ClientMethod;
  readonly members: Map<string, Resource>;
}

/** The interface and factory function of each group, and finally those of the complete lane. */
export function methodGroups(methods: readonly ClientMethod[], style: GroupStyle): string {
  const root: Resource = { words: [], members: new Map() };
  for (const method of methods) placeIn(root, method);
  const groups = groupsIn(root).reverse();
  const [lane] = (methods[0]?.operation ?? '').split('.');
  return [...groups.map((group) => groupText(group, `${lane}.`, style)), rootText(root, style)].join('\n');
}

function placeIn(root: Resource, method: ClientMethod): void {
  const [, ...words] = method.operation.split('.');
  let at = root;
  words.forEach((word, index) => {
    const found = at.members.get(word) ?? { words: words.slice(0, index + 1), members: new Map() };
    at.members.set(word, found);
    at = found;
  });
  at.method = method;
}

function groupsIn(resource: Resource): Resource[] {
  return [...resource.members.values()].flatMap((member) => (isGroup(member) ? [member, ...groupsIn(member)] : []));
}

function isGroup({ members }: Resource): boolean {
  return members.size > 0;
}

function rootText(root: Resource, style: GroupStyle): string {
  const place = namesPlace(root) ? ', place: Place' : '';
  return `/** The groups of operations. */
export interface Lane {
${signaturesIn(root, style)}}

/** The operations of the lane${place && ', for one place'}. */
export function laneOver(transport: ${style.transport}${place}): Lane {
  return {\n${makingsIn(root, style)}  };
}
`;
}

function groupText(group: Resource, lane: string, style: GroupStyle): string {
  const object = `{\n${makingsIn(group, style)}  }`;
  const type = typeOf(group, style);
  return `/** \`${lane}${group.words.join('.')}\` */
export interface ${type} {
${group.method ? signatureOf('', group.method) : ''}${signaturesIn(group, style)}}

function ${makerOf(group, style)}(transport: ${style.transport}${namesPlace(group) ? ', place: Place' : ''}): ${type} {
  return ${group.method ? `Object.assign(${group.method.expression}, ${object})` : object};
}
`;
}

function signaturesIn(group: Resource, style: GroupStyle): string {
  const members = [...group.members.values()].map((member) =>
    member.method !== undefined && !isGroup(member)
      ? signatureOf(camel(lastOf(member)), member.method)
      : `  readonly ${camel(lastOf(member))}: ${typeOf(member, style)};\n`,
  );
  return members.join('');
}

function makingsIn(group: Resource, style: GroupStyle): string {
  const made = [...group.members.values()].map((member) => {
    const place = namesPlace(member) ? ', place' : '';
    const making = `${makerOf(member, style)}(transport${place})`;
    return `    ${camel(lastOf(member))}: ${!isGroup(member) && member.method ? member.method.expression : making},\n`;
  });
  return made.join('');
}

function signatureOf(name: string, { description, parameters, result }: ClientMethod): string {
  return `  /** ${description} */\n  ${name}(${parameters}): ${result};\n`;
}

function lastOf({ words }: Resource): string {
  return words.at(-1) ?? '';
}

/** The type of a group: `ReportRuns` for `reports.runs`. */
function typeOf({ words }: Resource, { suffix }: GroupStyle): string {
  const parts = words.map((word, index) => (index < words.length - 1 ? word.replace(/s$/, '') : word));
  return camel(`_${parts.join('_')}`) + suffix;
}

function makerOf(group: Resource, style: GroupStyle): string {
  const type = typeOf(group, style);
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Over`;
}

function namesPlace({ method, members }: Resource): boolean {
  return method?.namesPlace === true || [...members.values()].some(namesPlace);
}

function camel(name: string): string {
  return name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}
