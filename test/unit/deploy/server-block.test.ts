import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const text = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const readme = text('README.md');
const block = /## On servers\n\n```sh\n(.*?)```/s.exec(readme)?.[1] ?? '';
const { services } = parse(text('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, { readonly command?: readonly string[]; readonly build?: string }>>;
};
/** The folders and the packages in the image. */
const copied = [...text('Dockerfile').matchAll(/^COPY (\w+) \1$/gm)].map(([, folder = '']) => folder);
const { dependencies } = JSON.parse(text('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** All files of one of our programs, and the packages that it imports. Type-only imports are excluded. */
function closureOf(main: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    const imports = text(path).matchAll(/^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)';$/gm);
    for (const [, name = ''] of imports) {
      if (name.startsWith('.')) visit(relative(PROJECT, join(PROJECT, dirname(path), name)));
      else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  };
  visit(main);
  return { files: [...files], packages: [...packages] };
}

describe('the server block of the README', () => {
  it('names existing files, and services of the compose file', () => {
    expect(
      /^cp (\S+) \.env && sh (\S+)$/m
        .exec(block)
        ?.slice(1)
        .filter((path) => existsSync(join(PROJECT, path))),
    ).toEqual(['.env.example', 'deploy/make-secrets.sh']);
    expect([...block.matchAll(/docker compose run --rm (\S+)/g)].map(([, name]) => name)).toEqual(['doctor']);
    expect(block).not.toMatch(/\bnpm\b/);
  });

  it.each(Object.entries(services).filter(([, { build }]) => build !== undefined))(
    'requires of %s only files in the image',
    (_name, { command = [] }) => {
      const [program, main = ''] = command.filter((part) => !part.startsWith('--'));
      expect(program).toBe('node');
      const { files, packages } = closureOf(main);
      expect(files.filter((file) => !copied.includes(file.split('/')[0] ?? ''))).toEqual([]);
      expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
    },
  );
});
