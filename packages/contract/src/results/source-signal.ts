// SPDX-License-Identifier: Apache-2.0
import { doi, type Source } from './source.ts';

const KARLEN_2013 = {
  authors: 'Karlen W, Raman S, Ansermino JM, Dumont GA',
  year: 2013,
  title: 'Multiparameter respiratory rate estimation from the photoplethysmogram',
  url: doi('10.1109/TBME.2013.2246160'),
  ownModel: false,
} as const;
const DE_HAAN_2013 = {
  authors: 'de Haan G, Jeanne V',
  year: 2013,
  title: 'Robust pulse rate from chrominance-based rPPG',
  url: doi('10.1109/TBME.2013.2266196'),
  ownModel: false,
} as const;

/** Methods of the channels measured from the pulse signal, by stable id. */
export const SIGNAL_SOURCES = {
  pos: {
    authors: 'Wang W, den Brinker AC, Stuijk S, de Haan G',
    year: 2017,
    title: 'Algorithmic principles of remote PPG',
    url: doi('10.1109/TBME.2016.2609282'),
    ownModel: false,
  },
  chrom: DE_HAAN_2013,
  green: {
    authors: 'Verkruysse W, Svaasand LO, Nelson JS',
    year: 2008,
    title: 'Remote plethysmographic imaging using ambient light',
    url: doi('10.1364/OE.16.021434'),
    ownModel: false,
  },
  /** A network that the operator named, run in the browser; ME-rPPG is the one described here. */
  learned: {
    authors: 'Wang K, Tang J, Fan Y, Ji J, Shi Y, Wang Y',
    year: 2025,
    title:
      'Memory-efficient Low-latency Remote Photoplethysmography through Temporal-Spatial State Space Duality',
    url: 'https://arxiv.org/abs/2504.01774',
    ownModel: false,
  },
  /** Signal-to-noise ratio of the pooled spectrum. */
  fused: DE_HAAN_2013,
  /** Rate of the highest peak of the pooled spectrum. */
  spectrum: {
    authors: 'Perfuse project, after de Haan G, Jeanne V',
    year: 2013,
    title: 'Highest peak of the spectra of all methods, weighted by their signal-to-noise ratio',
    url: doi('10.1109/TBME.2013.2266196'),
    ownModel: true,
  },
  /** Rate from the phase of the pulse wave at its start and end. */
  phase: {
    authors: 'Boashash B',
    year: 1992,
    title: 'Estimating and interpreting the instantaneous frequency of a signal',
    url: doi('10.1109/5.135376'),
    ownModel: false,
  },
  /** Intervals between beats: their mean rate and their standard deviation. */
  beats: {
    authors: 'Task Force of the ESC and NASPE',
    year: 1996,
    title:
      'Heart rate variability: standards of measurement, physiological interpretation, and clinical use',
    url: doi('10.1161/01.CIR.93.5.1043'),
    ownModel: false,
  },
  baevsky: {
    authors: 'Baevsky RM, Chernikova AG',
    year: 2017,
    title: 'Heart rate variability analysis: physiological foundations and main methods',
    url: doi('10.12710/cardiometry.2017.10.6676'),
    ownModel: true,
  },
  'quarter-rule': {
    authors: 'Makers of blood pressure monitors',
    year: 2017,
    title: 'Irregular heartbeat: a beat that comes 25 % earlier or later than the average',
    url: '',
    ownModel: false,
  },
  /** Breathing in the intervals between beats. */
  rifv: KARLEN_2013,
  /** Breathing in the height of the beats. */
  riav: KARLEN_2013,
  /** Breathing in the baseline of the pulse wave. */
  riiv: KARLEN_2013,
  /** Breathing in the width of the beats. */
  riwv: {
    authors: 'Lázaro J, Nam Y, Gil E, Laguna P, Chon KH',
    year: 2015,
    title:
      'Respiratory rate derived from smartphone-camera-acquired pulse photoplethysmographic signals',
    url: doi('10.1088/0967-3334/36/11/2317'),
    ownModel: false,
  },
  /** Breathing in the movement of the head. */
  motion: {
    authors: 'Perfuse project',
    year: 2026,
    title: 'Slow vertical head movement with each breath',
    url: '',
    ownModel: true,
  },
  /** Breathing in the movement of shoulders and chest. */
  chest: {
    authors: 'Perfuse project, after Lucas BD, Kanade T',
    year: 1981,
    title: 'Movement of the picture below the chin from frame to frame, by its gradients',
    url: '',
    ownModel: true,
  },
} as const satisfies Record<string, Source>;
