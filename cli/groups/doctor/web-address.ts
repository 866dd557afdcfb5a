import type { Form } from '../../tree/flag.ts';

/** An address that a request can be sent to. A user or a password in it would be shown in the report. */
export const webAddress: Form<URL> = {
  rule: 'an http or https address without user and password',
  parse: (text) => {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    return isWeb && url.username === '' && url.password === '' ? url : undefined;
  },
};
