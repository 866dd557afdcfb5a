import { DIMENSION_NAMES, TAG_PREFIX } from '../dimensions/dimension-names.ts';
import { SESSION_TAG, StatedDimensions } from '../dimensions/stated-dimensions.ts';
import { OWN_PREFIX } from './names/call-names.ts';
import { SPAN_DIMENSION_NAMES } from './names/span-dimension-names.ts';
import type { SpanAttributes } from './span-attributes.ts';

const { session, memberPrefixes, metadata, labels, ...NAMED } = SPAN_DIMENSION_NAMES;

/**
 * The dimensions of a span or record; undefined if it states none. Attributes of Truetally come first, then attributes
 * with a fixed meaning, then free metadata, then labels.
 */
export function statedSpanDimensions(attributes: SpanAttributes): Record<string, string> | undefined {
  const dimensions = new StatedDimensions();
  for (const name of DIMENSION_NAMES) dimensions.add(name, attributes.word([`${OWN_PREFIX}${name}`]));
  for (const [key, value] of attributes.below(`${OWN_PREFIX}${TAG_PREFIX}`)) dimensions.addTag(key, value);
  for (const [name, attributeNames] of Object.entries(NAMED)) dimensions.add(name, attributes.word(attributeNames));
  dimensions.add(SESSION_TAG, attributes.word(session));
  for (const prefix of memberPrefixes)
    for (const [member, value] of attributes.below(prefix)) dimensions.addMember(member, value);
  for (const name of metadata) dimensions.addMembers(attributes.json(name));
  for (const name of labels) for (const label of attributes.words(name)) dimensions.addLabel(label);
  return dimensions.stated;
}
