import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The parts of the tree that tarball and Debian package install below a prefix. */
export interface TreeParts {
  /** The folder of the built command line. */
  readonly cli: string;
  /** The folder with `bin/node` and `LICENSE`. */
  readonly node: string;
}

/** Starts the Node of the tree, wherever the tree is. Links to it are followed. */
const STARTER = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/../lib/truetally/bin/node" "$here/../lib/truetally/cli/tt.cjs" "$@"
`;

/** The places of the completion scripts below `share`. */
const COMPLETIONS = {
  'tt.bash': 'bash-completion/completions/tt',
  'tt.zsh': 'zsh/vendor-completions/_tt',
  'tt.fish': 'fish/vendor_completions.d/tt.fish',
} as const;

/** Writes the tree below a prefix, such as `/usr`: starter, Node, command line, completions and manual. */
export function stageTree(prefix: string, { cli, node }: TreeParts): void {
  const own = join(prefix, 'lib', 'truetally');
  const place = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true });
  };
  place(join(node, 'bin', 'node'), join(own, 'bin', 'node'));
  place(join(node, 'LICENSE'), join(own, 'LICENSE.node'));
  place(cli, join(own, 'cli'));
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  writeFileSync(join(prefix, 'bin', 'tt'), STARTER);
  chmodSync(join(prefix, 'bin', 'tt'), 0o755);
  for (const [name, path] of Object.entries(COMPLETIONS))
    place(join(cli, 'completions', name), join(prefix, 'share', path));
  for (const page of readdirSync(join(cli, 'man')))
    place(join(cli, 'man', page), join(prefix, 'share', 'man', 'man1', page));
}
