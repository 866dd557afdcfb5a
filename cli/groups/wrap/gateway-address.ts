import type { Form } from '../../tree/flag.ts';

/** The root of a gateway. It has no user, because a password in it would be visible in the list of processes. */
export const gatewayAddress: Form<URL> = {
  rule: 'an http or https address without user, query and fragment, such as http://127.0.0.1:8787',
  parse: (text) => {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    return isWeb && `${url.username}${url.password}${url.search}${url.hash}` === '' ? url : undefined;
  },
};
