// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dial } from '@perfuse/ui/gauge/Dial.tsx';
import type { BandScale } from '../../../metrics/bands.ts';
import { dialBands, needleAngle } from './dial.ts';
import { formatEdge } from '../../../metrics/metric-format.ts';
import type { Expectation, ScalePlacement } from '../model/use-metric-reading.ts';

function dialReading(placed: ScalePlacement) {
  const { scale, value, uncertainty } = placed;
  return {
    angle: needleAngle(scale, value),
    spread:
      uncertainty === undefined
        ? undefined
        : ([
            needleAngle(scale, value - uncertainty),
            needleAngle(scale, value + uncertainty),
          ] as const),
  };
}

const HALF_TURN = 180;

/** No bands and no needle: only the width of the expectation. */
function ExpectedDial({
  expected,
  number,
}: {
  readonly expected: Expectation;
  readonly number: string;
}): ReactNode {
  const { value, uncertainty, drawn } = expected;
  const [from, to] = drawn;
  const angle = (at: number): number =>
    HALF_TURN * Math.min(1, Math.max(0, (at - from) / (to - from)));
  return (
    <Dial
      arcs={[{ fromDegrees: 0, toDegrees: HALF_TURN, colour: 'yellow', isActive: false }]}
      number={number}
      reading={{
        angle: null,
        ...(uncertainty === undefined
          ? {}
          : { spread: [angle(value - uncertainty), angle(value + uncertainty)] as const }),
      }}
    />
  );
}

export interface ScaleDialProps {
  readonly scale: BandScale;
  readonly placed: ScalePlacement | null;
  readonly expected: Expectation | null;
  readonly number: string;
  /** Whether the edges are labelled, for which the dial must be wide. */
  readonly hasEdges: boolean;
}

/** The dial of a metric: its bands, and the needle at its value. */
export function ScaleDial({
  scale,
  placed,
  expected,
  number,
  hasEdges,
}: ScaleDialProps): ReactNode {
  const { i18n } = useTranslation();
  if (expected !== null) return <ExpectedDial expected={expected} number={number} />;
  const bands = dialBands(scale);
  return (
    <Dial
      arcs={bands.map((band) => ({ ...band, isActive: band.band === placed?.index }))}
      number={number}
      reading={placed && dialReading(placed)}
      edges={
        hasEdges
          ? bands
              .filter((band) => scale.edges.includes(band.fromValue))
              .map((band) => ({
                degrees: band.fromDegrees,
                text: formatEdge(band.fromValue, i18n.language),
              }))
          : []
      }
    />
  );
}
