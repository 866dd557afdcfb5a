import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of this host. Scripts cannot read it, and other sites cannot send it. */
export interface HostCookie {
  /**
   * The value that a request sends; undefined without the cookie. Over TLS, only the cookie with the prefix `__Host-`
   * counts, because other hosts of the domain could set the other one.
   */
  read(request: FastifyRequest): string | undefined;
  /** Sets the cookie for a number of seconds; 0 removes it. */
  set(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void;
}

/**
 * Creates a cookie with a name over plain HTTP, and a name over TLS. Over TLS it is never sent unencrypted, and the
 * prefix of its name prevents other hosts from setting it. It has the path `/`, so it is sent to both lanes.
 */
export function createHostCookie(names: { readonly plain: string; readonly secure: string }): HostCookie {
  const values = { plain: lastValue(names.plain), secure: lastValue(names.secure) };
  return {
    read({ headers, protocol }) {
      const value = protocol === 'https' ? values.secure : values.plain;
      return value.exec(headers.cookie ?? '')?.[1]?.trimEnd();
    },
    set({ protocol }, reply, value, seconds) {
      const members = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
      const cookie =
        protocol === 'https'
          ? [`${names.secure}=${value}`, ...members, 'Secure']
          : [`${names.plain}=${value}`, ...members];
      void reply.header('set-cookie', cookie.join('; '));
    },
  };
}

/**
 * The last value of a name. Browsers send the cookie of the path `/` last, and sessions of earlier versions had cookies
 * of a longer path.
 */
function lastValue(name: string): RegExp {
  return new RegExp(`^(?:.*;)? *${name}=([^;]*)`);
}
