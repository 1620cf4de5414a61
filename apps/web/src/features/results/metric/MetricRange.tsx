// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeBar } from '@perfuse/ui/gauge/RangeBar.tsx';
import { positionOn } from '../../../metrics/bands.ts';
import { formatEdge } from '../../../metrics/metric-format.ts';
import type { Expectation, ScalePlacement } from '../model/use-metric-reading.ts';

export interface MetricRangeProps {
  readonly placed: ScalePlacement;
}

export interface ExpectedRangeProps {
  readonly expected: Expectation;
}

/** The width of the range expected for a profile: no bands, no mark of a value. */
export function ExpectedRange({ expected }: ExpectedRangeProps): ReactNode {
  const { value, uncertainty = 0, drawn } = expected;
  const [from, to] = drawn;
  const at = (edge: number): number => Math.min(1, Math.max(0, (edge - from) / (to - from)));
  return (
    <RangeBar
      colours={[null]}
      edgeLabels={[]}
      active={null}
      position={at(value)}
      spread={[at(value - uncertainty), at(value + uncertainty)]}
    />
  );
}

/** Where a value lies among the bands of its metric. */
export function MetricRange({ placed }: MetricRangeProps): ReactNode {
  const { i18n } = useTranslation();
  const { scale, value, uncertainty } = placed;
  return (
    <RangeBar
      colours={scale.bands.map((band) => band.colour)}
      edgeLabels={scale.edges.map((edge) => formatEdge(edge, i18n.language))}
      active={placed.index}
      position={positionOn(scale, value)}
      spread={
        uncertainty === undefined
          ? undefined
          : ([
              positionOn(scale, value - uncertainty),
              positionOn(scale, value + uncertainty),
            ] as const)
      }
    />
  );
}
