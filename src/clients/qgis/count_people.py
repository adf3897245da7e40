"""QGIS Processing script: counts who live or work at each feature of a layer, points by travel time and polygons as zones.

Put it with the wheel `population_count-0.1.0-py3-none-any.whl` into the folder of *Processing Toolbox → Scripts* (Python icon →
Add Script to Toolbox). Key and secret come from an authentication configuration (Basic), or from API_KEY and API_SECRET."""

import json
import os
import sys
from pathlib import Path

from qgis.core import (
    QgsApplication, QgsAuthMethodConfig, QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsCsException, QgsFeature,
    QgsFeatureRequest, QgsFeatureSink, QgsField, QgsProcessing, QgsProcessingAlgorithm, QgsProcessingException,
    QgsProcessingFeatureSource, QgsProcessingParameterAuthConfig, QgsProcessingParameterEnum, QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource, QgsProcessingParameterNumber, QgsProcessingParameterString, QgsWkbTypes,
)  # fmt: skip
from qgis.PyQt.QtCore import QVariant

# Python imports from a wheel as it is.
sys.path += [str(wheel) for wheel in Path(__file__).parent.glob("population_count-*.whl")]

from population_count import CountFailed, PopulationCount  # noqa: E402

COUNTS = ["livingcount", "workingcount"]
TRAVELS = ["pedestrian", "motorized"]
COLUMNS = {
    "people": QVariant.LongLong, "low": QVariant.LongLong, "high": QVariant.LongLong, "cut": QVariant.Bool,
    "within_m": QVariant.Double, "sources": QVariant.String, "error": QVariant.String,
}  # fmt: skip


class CountPeople(QgsProcessingAlgorithm):
    def name(self):
        return "countpeople"

    def displayName(self):
        return "Count people at features"

    def shortHelpString(self):
        return (
            "Adds people, the interval (nine times out of ten), whether the count is a lower bound (cut), the distance within "
            "which a polygon was simplified, sources that must be named, and the error of features without an answer."
        )

    def createInstance(self):
        return CountPeople()

    def initAlgorithm(self, _configuration=None):
        for parameter in (
            QgsProcessingParameterFeatureSource(
                "INPUT", "Points or polygons", [QgsProcessing.TypeVectorPoint, QgsProcessing.TypeVectorPolygon]
            ),
            QgsProcessingParameterString("URL", "Address of the service", "http://localhost:8787"),
            QgsProcessingParameterAuthConfig("KEY", "Key and secret (Basic)", optional=True),
            QgsProcessingParameterEnum("COUNT", "Count", COUNTS, defaultValue=0),
            QgsProcessingParameterEnum("TRAVEL", "Travel from points", TRAVELS, defaultValue=0),
            QgsProcessingParameterNumber("MINUTES", "Minutes from points", defaultValue=10, minValue=1),
            QgsProcessingParameterNumber(
                "WITHIN_M", "Polygons may be simplified within (m)", QgsProcessingParameterNumber.Double, 10, minValue=0
            ),
            QgsProcessingParameterFeatureSink("OUTPUT", "Counts"),
        ):
            self.addParameter(parameter)

    def processAlgorithm(self, parameters, context, feedback):
        source = self.parameterAsSource(parameters, "INPUT", context)
        fields = source.fields()
        for name, kind in COLUMNS.items():
            if not fields.append(QgsField(name, kind)):
                raise QgsProcessingException(f"the layer has a field {name} already: rename it")
        if not source.sourceCrs().isValid():
            raise QgsProcessingException("the layer has no coordinate reference system: set it")
        sink, output = self.parameterAsSink(
            parameters, "OUTPUT", context, fields, source.wkbType(), source.sourceCrs()
        )
        to_degrees = QgsCoordinateTransform(
            source.sourceCrs(), QgsCoordinateReferenceSystem("EPSG:4326"), context.transformContext()
        )
        endpoint = COUNTS[self.parameterAsEnum(parameters, "COUNT", context)]
        isochrone = {
            "travel": TRAVELS[self.parameterAsEnum(parameters, "TRAVEL", context)],
            "time": 60 * self.parameterAsInt(parameters, "MINUTES", context),
        }

        def write(feature, *values):
            counted = QgsFeature(fields)
            counted.setGeometry(feature.geometry())
            counted.setAttributes(feature.attributes() + list(values))
            if not sink.addFeature(counted, QgsFeatureSink.FastInsert):
                raise QgsProcessingException("the output cannot be written")

        # By default QGIS ends the run at the first invalid geometry.
        unchecked = QgsProcessingFeatureSource.FlagSkipGeometryValidityChecks
        left = {feature.id(): feature for feature in source.getFeatures(QgsFeatureRequest(), unchecked)}
        sites = [
            {"id": id, "endpoint": endpoint, **place_of(feature.geometry(), to_degrees, isochrone)}
            for id, feature in left.items()
        ]
        service = PopulationCount(
            self.parameterAsString(parameters, "URL", context),
            *credentials_of(self.parameterAsString(parameters, "KEY", context)),
        )
        stopped = "not asked: the run was ended"
        try:
            results = service.count_sites(sites, within_m=self.parameterAsDouble(parameters, "WITHIN_M", context))
            for done, (site, count, error) in enumerate(results, 1):
                feature = left.pop(site["id"])
                if error:
                    feedback.pushWarning(f"feature {site['id']}: {error}")
                    write(feature, None, None, None, None, None, None, str(error))
                else:
                    low, high = (count.interval.low, count.interval.high) if count.interval else (None, None)
                    sources = "; ".join(count.sources)
                    write(feature, count.people, low, high, count.is_cut, count.within_m, sources, None)
                feedback.setProgress(100 * done / len(sites))
                if feedback.isCanceled():
                    break
            results.close()
        except CountFailed as failure:
            stopped = str(failure)
            feedback.reportError(f"{stopped} {len(left)} features have no answer: select them and run it again.")
        for feature in left.values():
            write(feature, None, None, None, None, None, None, stopped)
        return {"OUTPUT": output}


def place_of(geometry, to_degrees, isochrone):
    """The client refuses as a zone what is neither one point nor polygons."""
    try:
        geometry.transform(to_degrees)
    except QgsCsException:
        return {"zone": None}
    points = geometry.asGeometryCollection() if geometry.type() == QgsWkbTypes.PointGeometry else []
    if len(points) == 1:
        return {"lon": points[0].asPoint().x(), "lat": points[0].asPoint().y(), **isochrone}
    return {"zone": json.loads(geometry.asJson(9))}


def credentials_of(configuration):
    if configuration:
        method = QgsAuthMethodConfig()
        if QgsApplication.authManager().loadAuthenticationConfig(configuration, method, True)[0]:
            return method.config("username"), method.config("password")
    try:
        return os.environ["API_KEY"], os.environ["API_SECRET"]
    except KeyError:
        raise QgsProcessingException("choose an authentication configuration, or set API_KEY and API_SECRET") from None
