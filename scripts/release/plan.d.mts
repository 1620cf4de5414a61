// SPDX-License-Identifier: Apache-2.0
type Names = ReadonlySet<string>;
export function versionProblem(version: string, current: string): string | null;
export function manifestAt(text: string, names: Names, version: string): string;
export function lockAt(text: string, names: Names, version: string): string;
export function changelogAt(text: string, version: string, date: string): string;
export function guideAt(text: string, current: string, version: string): string;
export function changedMigrations(changes: string): readonly string[];
export function sumsFile(sums: readonly (readonly [string, string])[]): string;
