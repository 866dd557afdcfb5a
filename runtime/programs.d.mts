export declare const PROGRAMS: readonly string[];
export declare function programFile(main: string): string;
export declare function bundlePrograms(): Promise<void>;
export declare function bundleInto(
  outdir: string,
  mains: readonly string[],
  options?: { readonly isRelease?: boolean },
): Promise<void>;
