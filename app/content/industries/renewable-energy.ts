import type { IndustryPage } from "../page-types.ts";

export const renewableEnergy: IndustryPage = {
  slug: "renewable-energy",
  name: "Renewable Energy",
  question: "How do you trade power the weather hasn’t made yet?",
  lead: "By knowing how wrong the forecast is likely to be, hour by hour, and giving that to the trader along with the number. Plant, trading and finance then plan on the same data.",
  meta: {
    title: "Renewable energy IT: forecasts you can trade on",
    description:
      "Generation forecasts with honest error bars, OT security, telemetry platforms and round-the-clock operations for wind, solar and storage portfolios.",
  },
  pressures: [
    {
      title: "Fifteen minutes is now the unit",
      text: "European day-ahead trading clears in quarter-hours. A forecast that is right on the daily total and wrong on the evening ramp costs money in every interval between.",
    },
    {
      title: "Nine portals, one control room",
      text: "Each turbine maker brings a portal, each inverter a protocol, each acquisition a spreadsheet. The same fault has five names. Comparing two sites takes an analyst a week, so mostly nobody does.",
    },
    {
      title: "Curtailment without a paper trail",
      text: "The grid operator asks for less, the site obeys, and months later somebody must show what would have been generated. Unless the available power was recorded at that minute, the claim is an opinion.",
    },
    {
      title: "Remote sites make good targets",
      text: "A hub on a hillside has a mobile router, a shared password and a key under a stone. It is also part of the grid.",
    },
  ],
  capabilities: [
    {
      title: "Data Analytics: forecasts with their error attached",
      service: "data-analytics",
      text: "We blend several weather models with recent telemetry and publish a low, a middle and a high case for each site and quarter-hour. The middle case is scored daily against two plain rivals: persistence and your present supplier. If it does not beat both over eight weeks, keep the supplier.",
      points: [
        "Day-ahead and intraday forecasts, corrected for planned outages",
        "Available-power estimate stored each minute for curtailment claims",
        "Turbine underperformance ranked by lost megawatt-hours, not by alarm count",
      ],
    },
    {
      title: "Cybersecurity: from the fence to the trading desk",
      service: "infrastructure-security",
      text: "A wind farm is a small industrial plant with nobody in it. We put each one behind the same gateway, remove shared accounts, and separate commands from measurements. Then we cut the link on purpose and check that the site fails to a safe, known state.",
      points: [
        "Named access for every turbine maker, open only for the job",
        "Set-points signed, range-checked and logged twice",
        "Recovery of a site controller from bare hardware, rehearsed yearly",
      ],
    },
    {
      title: "Cloud Engineering: one name for every signal",
      service: "cloud-engineering",
      text: "The hard part of telemetry is vocabulary. We map makers’ tags to one model based on IEC 61400-25 for wind and its solar counterparts, keep the raw values beside the mapped ones, and treat each new site as configuration. Onboarding time is the measure that we report.",
      points: [
        "Ten-minute and one-second data in one store, priced per site",
        "Late and missing data marked as such, never filled in silently",
        "Open files that you can read without our software",
      ],
    },
    {
      title: "Infrastructure Management: nights and storms",
      service: "infrastructure-security",
      text: "Markets close whether or not the platform is up. We run it around the clock with targets set by gate closure rather than by office hours, and put a manual fallback on one laminated page: last good forecast, telephone numbers, who may send a schedule.",
      points: [
        "Forecast delivery watched to the minute before each gate",
        "Satellite or second-carrier link where one mast serves a site",
        "Change freeze during named storms, agreed in advance",
      ],
    },
  ],
  architecture: {
    title: "Wind, weather and the trading screen",
    summary:
      "Plant controllers, met masts and batteries report to a gateway on site. Weather feeds arrive from outside. Both reach the portfolio platform, where telemetry is named and stored and weather models are blended. From these come the forecast, the asset health ranking and the hourly carbon ledger. They serve the trading desk, the field crews and the auditor, in that order of urgency.",
    columns: [
      {
        name: "Site",
        blocks: [
          { id: "plant", name: "Turbines, inverters", note: "SCADA, one second" },
          { id: "battery", name: "Storage", note: "Charge, limits, wear" },
          { id: "mast", name: "Met mast", note: "Wind, irradiance" },
        ],
      },
      {
        name: "Arrival",
        blocks: [
          { id: "gate", name: "Site gateway", note: "Buffers for 14 days" },
          { id: "weather", name: "Weather feeds", note: "Several models" },
        ],
      },
      {
        name: "Platform",
        blocks: [
          { id: "telemetry", name: "Telemetry store", note: "One vocabulary" },
          { id: "blend", name: "Model blend", note: "Weighted by recent error" },
        ],
      },
      {
        name: "Products",
        blocks: [
          { id: "health", name: "Asset health", note: "Lost MWh, ranked" },
          { id: "carbon", name: "Carbon ledger", note: "Hourly, by certificate" },
          { id: "forecast", name: "Forecast", note: "Low, middle, high" },
        ],
      },
      {
        name: "Use",
        blocks: [
          { id: "crew", name: "Field crews", note: "Visits, most urgent first" },
          { id: "auditor", name: "Auditor", note: "Re-runs the sums" },
          { id: "desk", name: "Trading desk", note: "Bids and schedules" },
        ],
      },
    ],
    flows: [
      { from: "plant", to: "gate", name: "Signals" },
      { from: "battery", to: "gate", name: "State" },
      { from: "mast", to: "gate", name: "Readings" },
      { from: "gate", to: "telemetry", name: "Named tags" },
      { from: "gate", to: "blend", name: "Actuals" },
      { from: "weather", to: "blend", name: "Ensembles" },
      { from: "telemetry", to: "health", name: "Events" },
      { from: "telemetry", to: "carbon", name: "Metered MWh" },
      { from: "blend", to: "forecast", name: "Scenarios" },
      { from: "health", to: "crew", name: "Job list" },
      { from: "carbon", to: "auditor", name: "Ledger" },
      { from: "forecast", to: "desk", name: "Quarter-hours" },
    ],
  },
  compliance: [
    {
      title: "REMIT",
      text: "Outages and inside information must be published before anyone trades on them. We timestamp availability at the source, so the order of events can be shown.",
    },
    {
      title: "NIS2, the EU network code and NERC CIP",
      text: "Duties depend on country, size and voltage. We draw up an applicability table for each site and design every site to the strictest column that you choose.",
    },
    {
      title: "IEC 62443 and IEC 61850",
      text: "The first shapes zones and access. The second shapes substation messages. Both go into the purchase specification, before the supplier has chosen for you.",
    },
    {
      title: "GHG Protocol and certificates of origin",
      text: "Annual matching can hide hours of fossil power. We store production and consumption by the hour, so either method can be reported, with its workings.",
    },
  ],
  questions: [
    {
      question: "How accurate will the forecast be?",
      answer:
        "That depends on terrain, technology and how far ahead you look, so we do not quote a figure in advance. You get an eight-week comparison on your own sites against two baselines. For a portfolio of a few rooftop arrays, a bought-in forecast is usually good enough.",
    },
    {
      question: "Can the system send bids by itself?",
      answer:
        "It can prepare and validate them. We suggest that a person releases them for the first six months, within volume limits that risk sets. After that, automate the intraday corrections first. Do not automate a market in which you cannot explain last month’s imbalance bill.",
    },
    {
      question: "What if a turbine maker will not share data?",
      answer:
        "Check the service agreement; many owners have rights that nobody has used, and the EU Data Act strengthens them for connected products. Meanwhile a substation meter and an independent anemometer give a fair picture. We would not bypass a controller’s security to obtain the rest.",
    },
    {
      question: "Should we build a platform or buy one?",
      answer:
        "Buy, if a product covers your makers and your markets and lets you export raw data. Build the parts that differ: naming, forecast blending, trading limits. Below roughly five sites a platform of your own seldom earns its upkeep.",
    },
  ],
  closing: {
    title: "Send us your worst quarter-hour",
    description:
      "Pick the interval with the largest imbalance. We will trace whether weather, data or habit caused it.",
    subject: "Renewable Energy",
  },
};
