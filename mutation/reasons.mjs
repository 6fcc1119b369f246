/**
 * Equivalent mutants: no test can detect them. Each entry has the end of the file's path, a part of the original code, and the
 * reason; `replacement` limits it to mutants whose new code contains that text.
 *
 * @type {readonly { file: string, code: string, replacement?: string, reason: string }[]}
 */
export const REASONS = []
