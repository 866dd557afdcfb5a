import { parse, parseDocument } from 'yaml';

// The settings load this file on demand, because the parser is larger than the rest of the command line.

/** The value of a YAML text without aliases. */
export function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 0 });
}

/** The YAML text with another value of a member. Comments and the order of members stay. */
export function withMember(text: string, name: string, value: string): string {
  const document = parseDocument(text);
  document.set(name, value);
  return document.toString({ flowCollectionPadding: false, lineWidth: 0 });
}
