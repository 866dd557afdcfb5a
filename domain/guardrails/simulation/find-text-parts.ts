/** A text within a body. */
interface TextPart {
  /** The JSON Pointer of the text; empty for a body that is a text. */
  readonly part: string;
  readonly text: string;
}

/** The texts of a body, and the parts that are no text. */
interface BodyParts {
  readonly texts: readonly TextPart[];
  /** The JSON Pointers of parts that detectors cannot read, such as images, and the reasons. */
  readonly skipped: readonly { readonly part: string; readonly reason: 'encoded_media' | 'too_deep' }[];
}

const MAX_DEPTH = 64;

/** A data URL, or a long text of base64 alone: the bytes of an image, of sound or of a file. */
const MEDIA = /^(?:data:[\w.+/-]{1,100};base64,|[A-Za-z0-9+/]{1024}(?:[A-Za-z0-9+/]|\s)*={0,2}$)/;

/** The texts of a body in the order of the document: its string values. Numbers and names are not examined. */
export function findTextParts(body: unknown): BodyParts {
  const texts: TextPart[] = [];
  const skipped: { part: string; reason: 'encoded_media' | 'too_deep' }[] = [];
  const visit = (value: unknown, part: string, depth: number): void => {
    if (typeof value === 'string') {
      if (part !== '' && MEDIA.test(value)) skipped.push({ part, reason: 'encoded_media' });
      else if (value !== '') texts.push({ part, text: value });
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) skipped.push({ part, reason: 'too_deep' });
      else for (const [name, member] of Object.entries(value)) visit(member, `${part}/${pointerText(name)}`, depth + 1);
    }
  };
  visit(body, '', 0);
  return { texts, skipped };
}

function pointerText(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
