import type { IndustryPage } from "../page-types.ts";

export const manufacturing: IndustryPage = {
  slug: "manufacturing",
  name: "Manufacturing",
  question: "What if the line told you before it stopped?",
  lead: "Most stops announce themselves: a bearing runs warm, a cycle slows, a reject rate creeps. The signal is there. It needs somebody to hear it in time to order the part.",
  meta: {
    title: "Manufacturing IT: lines that warn you early",
    description:
      "Predictive maintenance, shop-floor data, plant cloud and OT security for manufacturers: from the controller to the work order, in steps you can stop.",
  },
  pressures: [
    {
      title: "Ten past three in the morning",
      text: "The press stops and the one fitter who knows it is asleep. The spare is on a lorry, or on a list. By the time the shift report is written, the cause has become “mechanical”.",
    },
    {
      title: "The plan is a week old",
      text: "Sales promised from stock that scrap had already eaten. The planner finds out from the forklift driver. ERP is right once a day, after the night run, provided that nobody skipped a booking.",
    },
    {
      title: "Old controllers, new neighbours",
      text: "A controller bought in 2004 was never meant to share a network with a laptop. Now customers ask for live quality data, insurers ask who can reach the plant, and the supplier’s remote modem is still plugged in.",
    },
  ],
  capabilities: [
    {
      title: "AI & ML: failures predicted by mode",
      service: "artificial-intelligence",
      text: "“Anomaly detected” is not a work order. We model named failure modes, such as bearing wear, tool breakage and a clogged filter, and give each alert a probable cause, a time window and a suggested part. Machines with too few failures to learn from get a threshold instead.",
      points: [
        "Failure-mode review with maintenance, two days per line",
        "Alerts judged every week: caught, missed, false",
        "Vision inspection trained on your rejects, with a human re-check queue",
      ],
    },
    {
      title: "Data Analytics: one reason code per stop",
      service: "data-analytics",
      text: "Overall equipment effectiveness is three numbers that people argue about. We capture stops from the controller, ask the operator for one reason on one screen, and tie the minutes to the order, the tool and the material batch. The argument moves on to what to fix.",
      points: [
        "Stop and micro-stop capture at one-second resolution",
        "Pareto by cost of lost minutes, refreshed each shift",
        "Batch genealogy from incoming coil to outgoing pallet",
      ],
    },
    {
      title: "Cloud Engineering: a plant that survives the link",
      service: "cloud-engineering",
      text: "The line must run when the internet does not. Control and safety stay in the plant; history, models and comparison between sites go to the cloud. The gateway keeps seven days of data and sends it on when the link returns, in order and once.",
      points: [
        "A template from the first plant, so that the second begins with a list of differences",
        "MES and ERP joined by events, not by a nightly file",
        "Cost shown per line and per thousand tags",
      ],
    },
    {
      title: "Cybersecurity: zones, conduits and a way back",
      service: "infrastructure-security",
      text: "We begin with a passive inventory, because an active scan can stop a controller. Then come zones, brokered remote access and a rehearsal: rebuild one cell from backup, with the clock running. The first rehearsal usually finds a missing project file.",
      points: [
        "Asset list from mirrored traffic, with no agent on any controller",
        "Supplier access by appointment, recorded, closed afterwards",
        "Restore drill for a controller, an operator panel and a historian twice a year",
      ],
    },
  ],
  architecture: {
    title: "One way out of the plant, column by column",
    summary:
      "Controllers, added sensors and inspection cameras report to an edge gateway inside the plant. The gateway passes data to a broker in the industrial demilitarised zone; nothing outside may call in. Beyond it, a time-series store keeps the history and an order context adds product, tool and batch. Failure models feed the maintenance planner. Shift figures feed the line board.",
    columns: [
      {
        name: "Line",
        blocks: [
          { id: "controller", name: "Controllers", note: "PLC, drives, CNC" },
          { id: "sensor", name: "Added sensors", note: "Vibration, current, heat" },
          { id: "camera", name: "Inspection", note: "Cameras and gauges" },
        ],
      },
      {
        name: "Edge",
        blocks: [{ id: "gateway", name: "Edge gateway", note: "OPC UA, seven-day buffer" }],
      },
      {
        name: "Zone between",
        blocks: [{ id: "broker", name: "Broker in the DMZ", note: "MQTT, outbound only" }],
      },
      {
        name: "Platform",
        blocks: [
          { id: "history", name: "Time-series store", note: "Raw and one-minute" },
          { id: "context", name: "Order context", note: "From MES and ERP" },
        ],
      },
      {
        name: "Use",
        blocks: [
          { id: "planner", name: "Failure models", note: "Draft work orders" },
          { id: "shift", name: "Line board", note: "Stops by reason" },
        ],
      },
    ],
    flows: [
      { from: "controller", to: "gateway", name: "OPC UA" },
      { from: "sensor", to: "gateway", name: "Waveforms" },
      { from: "camera", to: "gateway", name: "Results" },
      { from: "gateway", to: "broker", name: "Signed out" },
      { from: "broker", to: "history", name: "Samples" },
      { from: "broker", to: "context", name: "Order events" },
      { from: "history", to: "planner", name: "Features" },
      { from: "context", to: "planner", name: "Tool, batch" },
      { from: "context", to: "shift", name: "Orders" },
      { from: "history", to: "shift", name: "Stops" },
    ],
  },
  compliance: [
    {
      title: "IEC 62443",
      text: "We use its zones, conduits and security levels as the design language. You receive a zone drawing and the target level for each zone, with the gaps listed by cost to close.",
    },
    {
      title: "NIS2",
      text: "Many makers of machinery, vehicles, electronics and food now count as important entities. We map duties to owners and rehearse the first report, due within 24 hours.",
    },
    {
      title: "Cyber Resilience Act and Data Act",
      text: "If your product has digital elements, buyers will ask for updates, a parts list of its software and their own usage data. We build those feeds alongside the plant’s.",
    },
    {
      title: "Works councils and worker data",
      text: "Line data can become a record of a person. We report by station and shift, agree the purpose with employee representatives first, and switch named reporting off by default.",
    },
  ],
  questions: [
    {
      question: "How much history does a prediction need?",
      answer:
        "At least several recorded failures of the same kind, with dates that maintenance trusts. Many plants have sensor data and no usable failure log. Then we spend the first three months on stop reasons and simple limits. That alone often pays, and it makes the later model possible.",
    },
    {
      question: "Will anything be installed on our controllers?",
      answer:
        "No. We read through existing interfaces or clamp a sensor on the outside, during a planned stop. If a machine is still under warranty, its builder signs off the connection. Where reading a controller would slow its cycle, we leave that signal out.",
    },
    {
      question: "When is predictive maintenance the wrong idea?",
      answer:
        "When the part is cheap, quick to change and on the shelf: run it until it fails. Also when stops come from material shortages or changeovers, which no vibration sensor will notice. A week with your stop log tells us which case you are in, before you buy hardware.",
    },
    {
      question: "Can we begin with one line?",
      answer:
        "Please do. Choose one that hurts, with a supervisor who wants it. Expect six to ten weeks from the first cable to alerts on the board, then a quarter of living with them. If the supervisor would not miss it after that, do not roll it out.",
    },
  ],
  closing: {
    title: "Which machine would you wire first?",
    description: "Send its stop log, however untidy. We will tell you what it can predict and what it cannot.",
    subject: "Manufacturing",
  },
};
