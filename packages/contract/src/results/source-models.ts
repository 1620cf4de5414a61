// SPDX-License-Identifier: Apache-2.0
import { doi, type Source } from './source.ts';

const NHANES_URL = 'https://www.cdc.gov/nchs/nhanes/';
const OWN = {
  authors: 'Perfuse project',
  year: 2026,
  url: NHANES_URL,
  ownModel: true,
  licence: 'Apache-2.0; data in the public domain',
} as const;

const WHO_2019 = {
  authors: 'WHO CVD Risk Chart Working Group',
  year: 2019,
  title:
    'World Health Organization cardiovascular disease risk charts: revised models to estimate risk in 21 global regions',
  url: doi('10.1016/S2214-109X(19)30318-3'),
  ownModel: false,
} as const;
const FRAMINGHAM_2008 = {
  authors: "D'Agostino RB Sr and others",
  year: 2008,
  title: 'General cardiovascular risk profile for use in primary care: the Framingham Heart Study',
  url: doi('10.1161/CIRCULATIONAHA.107.699579'),
  ownModel: false,
} as const;
const HTNPORT = {
  authors: 'Islam R, Manuel DG and others',
  year: 2025,
  title: 'Hypertension Population Risk Tool (HTNPoRT), reduced model',
  url: doi('10.20381/ruor-31356'),
  ownModel: false,
  licence: 'Apache-2.0',
} as const;
const KRAKAUER_2012 = {
  authors: 'Krakauer NY, Krakauer JC',
  year: 2012,
  title: 'A new body shape index predicts mortality hazard independently of body mass index',
  url: doi('10.1371/journal.pone.0039504'),
  ownModel: false,
} as const;

/** Methods of the derived and estimated channels, by stable id. */
export const MODEL_SOURCES = {
  kg_per_m2: {
    authors: 'World Health Organization',
    year: 2000,
    title: 'Body mass index: weight in kilograms divided by the square of height in metres',
    url: 'https://www.who.int/news-room/fact-sheets/detail/obesity-and-overweight',
    ownModel: false,
  },
  measured_waist: {
    authors: 'The person measured',
    year: 2026,
    title: 'Waist circumference entered in the profile',
    url: '',
    ownModel: false,
  },
  cuff_reading: {
    authors: 'The person measured',
    year: 2026,
    title: 'Blood pressure reading entered in the profile',
    url: '',
    ownModel: false,
  },
  waist_over_height: {
    authors: 'National Institute for Health and Care Excellence',
    year: 2025,
    title: 'Waist-to-height ratio: waist circumference as a percentage of height',
    url: 'https://www.nice.org.uk/guidance/ng246',
    ownModel: false,
  },
  bozeman2012_interaction: {
    authors: 'Bozeman SR and others',
    year: 2012,
    title: 'Predicting waist circumference from body mass index',
    url: doi('10.1186/1471-2288-12-115'),
    ownModel: false,
  },
  krakauer2012_x100_measured_waist: {
    ...KRAKAUER_2012,
  },
  krakauer2012_x100_from_bozeman_waist: {
    ...KRAKAUER_2012,
  },
  own_nhanes_expected_bp_v1: {
    ...OWN,
    title: 'Blood pressure expected for a profile, NHANES 1999-2018',
  },
  own_nhanes_expected_bp_v1_with_htn: {
    ...OWN,
    title: 'Blood pressure expected for a profile with reported hypertension, NHANES 1999-2018',
  },
  log10_hr_times_sbp: {
    authors: 'Gobel FL and others',
    year: 1978,
    title:
      'The rate-pressure product as an index of myocardial oxygen consumption during exercise in patients with angina pectoris',
    url: doi('10.1161/01.CIR.57.3.549'),
    ownModel: false,
  },
  who2019_nonlab: {
    ...WHO_2019,
  },
  framingham2008_bmi: {
    ...FRAMINGHAM_2008,
  },
  framingham2008_bmi_chd_share: {
    ...FRAMINGHAM_2008,
  },
  framingham2008_bmi_stroke_share: {
    ...FRAMINGHAM_2008,
  },
  htnport_reduced_marginal: {
    ...HTNPORT,
  },
  framingham_parikh2008_4y: {
    authors: 'Parikh NI and others',
    year: 2008,
    title:
      'A risk score for predicting near-term incidence of hypertension: the Framingham Heart Study',
    url: doi('10.7326/0003-4819-148-2-200801150-00005'),
    ownModel: false,
  },
  findrisc2003_concise_logit: {
    authors: 'Lindström J, Tuomilehto J',
    year: 2003,
    title: 'The diabetes risk score: a practical tool to predict type 2 diabetes risk',
    url: doi('10.2337/diacare.26.3.725'),
    ownModel: false,
  },
  desir2008_clinical: {
    authors: 'Balkau B and others',
    year: 2008,
    title:
      'Predicting diabetes: clinical, biological, and genetic approaches. Data from the Epidemiological Study on the Insulin Resistance Syndrome (DESIR)',
    url: doi('10.2337/dc08-0368'),
    ownModel: false,
  },
  own_nhanes_a1c57_v1: {
    ...OWN,
    title: 'Probability of HbA1c of 5.7 % or more, NHANES 2009-2018',
  },
  cambridge2000_score_x100: {
    authors: 'Griffin SJ and others',
    year: 2000,
    title: 'Diabetes risk score: towards earlier detection of type 2 diabetes in general practice',
    url: doi('10.1002/1520-7560(200005/06)16:3<164::AID-DMRR103>3.0.CO;2-R'),
    ownModel: false,
  },
  own_nhanes_fpg100_v1: {
    ...OWN,
    title: 'Probability of fasting glucose of 100 mg/dL or more, NHANES 2009-2018',
  },
  own_nhanes_tg150_v1: {
    ...OWN,
    title: 'Probability of fasting triglycerides of 150 mg/dL or more, NHANES 2009-2018',
  },
  own_nhanes_tc240_or_med_v1: {
    ...OWN,
    title: 'Probability of high cholesterol, NHANES 2009-2018',
  },
  own_nhanes_cap285_v1: {
    ...OWN,
    title: 'Probability of fatty liver, NHANES 2017-March 2020',
  },
  own_nhanes_mets3of5_v1: {
    ...OWN,
    title: 'Probability of metabolic syndrome, NHANES 2009-2018',
  },
  le8_style_partial_v1: {
    authors: 'Perfuse project, after Lloyd-Jones DM and others (Life’s Essential 8)',
    year: 2022,
    title: 'Partial lifestyle score in the style of Life’s Essential 8',
    url: doi('10.1161/CIR.0000000000001078'),
    ownModel: true,
  },
  facial_skin_age: {
    authors: 'None',
    year: 2026,
    title: 'Facial skin age',
    url: '',
    ownModel: false,
  },
} as const satisfies Record<string, Source>;
